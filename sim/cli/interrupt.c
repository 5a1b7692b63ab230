/* A signal handler has no argument of ours, so what it needs is in file scope: the one exception to
 * the rule that there are no globals. Everything it calls is async-signal-safe. */
#include "sim/cli/interrupt.h"

#include <limits.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

#include "sim/cli/command.h"

static char watched[PATH_MAX];
static volatile sig_atomic_t watching;
static volatile sig_atomic_t line_drawn;

static const int ending[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGALRM, SIGXCPU, SIGUSR1, SIGUSR2};

static void say(const char *text)
{
    ssize_t ignored = write(STDERR_FILENO, text, strlen(text));
    (void)ignored;
}

static void end_by_signal(int signal_number)
{
    bool removed = watching && unlink(watched) == 0;
    if (line_drawn)
        say("\r\033[K");
    if (signal_number == SIGABRT)
        say("This is a bug in fleetwright, not in the scenario. Please report it with the message "
            "above, the "
            "scenario, and what `fleetwright --version` prints.\n");
    else
        say("fleetwright: interrupted.\n");
    if (removed)
        say("The unfinished output was removed.\n");
    _exit(signal_number == SIGABRT ? EXIT_STATUS_FAULT : 128 + signal_number);
}

void interrupt_install(void)
{
    struct sigaction action = {.sa_handler = end_by_signal};
    sigfillset(&action.sa_mask);
    sigaction(SIGABRT, &action, NULL);
    for (size_t i = 0; i < sizeof ending / sizeof *ending; i++) {
        struct sigaction old;
        /* nohup and shells that start jobs in the background have them ignored: so it stays. */
        if (sigaction(ending[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
            sigaction(ending[i], &action, NULL);
    }
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
}

static void mask(int how)
{
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < sizeof ending / sizeof *ending; i++)
        sigaddset(&set, ending[i]);
    pthread_sigmask(how, &set, NULL);
}

void interrupt_hold(void)
{
    mask(SIG_BLOCK);
}

void interrupt_release(void)
{
    mask(SIG_UNBLOCK);
}

void interrupt_watch(const char *path)
{
    watching = 0;
    atomic_signal_fence(memory_order_seq_cst);
    if (path && strlen(path) < sizeof watched) {
        strcpy(watched, path);
        atomic_signal_fence(memory_order_seq_cst); /* the handler sees the whole path or none */
        watching = 1;
    }
}

void interrupt_line_drawn(bool drawn)
{
    line_drawn = drawn;
}
