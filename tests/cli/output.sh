# The file of a run: refused before the run where it cannot be written, never half there.
. "$(dirname -- "$0")/lib.bash"
cp "$data/small.yaml" "$data/long.yaml" .

# refused TEXT FILE
refused() {
    run 2 run small.yaml -o "$2"
    empty out
    says err "$1"
}

mkdir folder
refused "is a directory" folder
refused "is a directory" folder/
refused "is a directory" missing/
refused "directory 'missing' cannot be entered" missing/trace.h5
refused "'small.yaml' is not a directory" small.yaml/trace.h5
refused "is the scenario itself" small.yaml
refused "is the scenario itself" ./small.yaml
ln -s small.yaml link.yaml
refused "is the scenario itself" link.yaml
ln small.yaml hard.yaml
refused "is the scenario itself" hard.yaml
refused "needs a file" -
refused "is empty" ""
refused "is not a regular file" /dev/null
ln -s nowhere/x dangling.h5
refused "leads nowhere" dangling.h5
[[ -c /dev/null ]] || fail "/dev/null is gone"
cmp small.yaml "$data/small.yaml" || fail "the scenario was changed"
if [[ $(id -u) -ne 0 ]]; then
    chmod a-w folder
    refused "may not be written to" folder/trace.h5
    chmod u+w folder
fi
# These are found before a long simulation, not after it.
timeout 20 "$FLEETWRIGHT" run long.yaml -o folder >out 2>err && fail "a directory was written"
says err "is a directory"

# An older file is replaced, through a link too, and by nothing that failed.
echo old >trace.h5
run 0 run small.yaml -o trace.h5
run 0 summary trace.h5
ln -s trace.h5 link.h5
cp trace.h5 first.h5
run 0 run small.yaml -o link.h5 --seed 8
[[ -L link.h5 ]] || fail "the link was replaced"
! cmp -s first.h5 trace.h5 || fail "the file behind the link was not written"
cp trace.h5 first.h5
run 2 run small.yaml -o trace.h5 --set pools.a100.nodes=0
cmp trace.h5 first.h5 || fail "a refused scenario has changed the file"

# The permissions of the file that is replaced stay; a new one has those of the process.
chmod 600 trace.h5
run 0 run small.yaml -o trace.h5
[[ $(stat -c %a trace.h5) == 600 ]] || fail "mode $(stat -c %a trace.h5), not 600"
(umask 027 && "$FLEETWRIGHT" run small.yaml -o new.h5 >out 2>err) || fail "umask 027"
[[ $(stat -c %a new.h5) == 640 ]] || fail "a new file has mode $(stat -c %a new.h5), not 640"
cp trace.h5 first.h5

# begin FILE: starts a long run and waits until it writes.
begin() {
    rm -f out err
    "$FLEETWRIGHT" run long.yaml -o "$1" >out 2>err &
    pid=$!
    local i
    for ((i = 0; i < 200; i++)); do
        compgen -G "$1.*" >/dev/null && return
        sleep 0.05
    done
    fail "no temporary file of $1"
}

# Interrupted: nothing is left, the status tells the signal, an older file stays.
for signal in INT TERM HUP QUIT XCPU ALRM USR1 USR2; do
    # A background job of a script ignores SIGINT; the new session does not.
    [[ $signal != INT && $signal != QUIT ]] || continue
    begin trace.h5
    sleep 0.3
    kill -"$signal" "$pid"
    status=0
    wait "$pid" || status=$?
    [[ $status -eq $((128 + $(kill -l "$signal"))) ]] || fail "$signal: status $status"
    says err "interrupted" "The unfinished output was removed."
    ! compgen -G "trace.h5.*" >/dev/null || fail "$signal: a temporary file is left"
    cmp trace.h5 first.h5 || fail "$signal: the older file has changed"
done
"$PYTHON" - <<'PYTHON' || fail "SIGINT or SIGQUIT"
import glob, os, signal, subprocess, sys, time
for number in signal.SIGINT, signal.SIGQUIT:
    run = subprocess.Popen([os.environ["FLEETWRIGHT"], "run", "long.yaml", "-o", "int.h5"], stderr=subprocess.PIPE,
                           preexec_fn=lambda: signal.signal(number, signal.SIG_DFL))
    for i in range(200):
        if glob.glob("int.h5.*"):
            break
        time.sleep(0.05)
    run.send_signal(number)
    message = run.communicate()[1].decode()
    assert run.returncode == 128 + number, run.returncode
    assert "interrupted" in message, message
    assert not glob.glob("int.h5*"), glob.glob("int.h5*")
PYTHON

# A bug of ours ends in SIGABRT.
begin trace.h5
sleep 0.3
kill -ABRT "$pid"
status=0
wait "$pid" || status=$?
[[ $status -eq 1 ]] || fail "ABRT: status $status"
says err "This is a bug in fleetwright" "The unfinished output was removed."
! compgen -G "trace.h5.*" >/dev/null || fail "ABRT: a temporary file is left"

# Killed without a chance: no file of that name, and the older one stays.
begin killed.h5
sleep 0.3
kill -KILL "$pid"
wait "$pid" && fail "killed, but status 0"
[[ ! -e killed.h5 ]] || fail "a half-written file has the name of the output"
rm -f killed.h5.*

# Too little memory: status 1, nothing left. (The sanitizers cannot start with so little.)
if (ulimit -v 100000 && "$FLEETWRIGHT" --version) >/dev/null 2>&1; then
    status=0
    (
        ulimit -v 100000
        exec "$FLEETWRIGHT" run long.yaml -o memory.h5 --set pools.a100.nodes=1 >out 2>err
    ) || status=$?
    [[ $status -eq 1 ]] || fail "limited memory: status $status"
    says err "error: Out of memory"
    ! compgen -G "memory.h5*" >/dev/null || fail "limited memory: a file is left"
fi

# A file that grows too large, as on a full disk: status 1, nothing left.
status=0
(
    ulimit -f 64
    exec "$FLEETWRIGHT" run long.yaml -o large.h5 --compress none >out 2>err
) || status=$?
[[ $status -eq 1 ]] || fail "limited file size: status $status"
says err "error: " "could not be written"
! compgen -G "large.h5*" >/dev/null || fail "limited file size: a file is left"
