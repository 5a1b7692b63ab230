/* Any text as a value with a unit: each reader returns a value in its range, or refuses with a
 * sentence. */
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "scenarios/units.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void expect(int code, const struct status *status, int in_range)
{
    if (code == 0 ? !in_range : code != STATUS_INPUT || status->message[0] == '\0')
        abort();
}

static void read_times(const char *text)
{
    struct status status = STATUS_INIT, other = STATUS_INIT, third = STATUS_INIT;
    sim_time ticks = -1;
    double seconds = -1, gap = -1;
    int code = units_ticks(text, &ticks, &status);
    expect(code, &status, ticks >= 0 && ticks <= SIM_TIME_MAX);
    int coarse = units_seconds(text, &seconds, &other);
    expect(coarse, &other, seconds >= 0 && isfinite(seconds));
    if (code == 0 &&
        (coarse != 0 || llabs(ticks_from_seconds(seconds) - ticks) > ticks / 1000000000))
        abort(); /* both must read the same duration */
    expect(units_event_rate(text, &gap, &third), &third, gap > 0);
}

static void read_money(const char *text)
{
    struct status status[5] = {STATUS_INIT};
    struct money_rate rate[4] = {{-1, -1}, {-1, -1}, {-1, -1}, {-1, -1}};
    money amount = -1;
    expect(units_money(text, "USD", &amount, &status[0]), &status[0], amount >= 0);
    int code[4] = {units_price(text, "USD", 8, &rate[0], &status[1]),
                   units_storage_rate(text, "USD", &rate[1], &status[2]),
                   units_traffic_rate(text, "USD", &rate[2], &status[3]),
                   units_standing_rate(text, "USD", &rate[3], &status[4])};
    for (int i = 0; i < 4; i++)
        expect(code[i], &status[i + 1], rate[i].nano >= 0 && rate[i].per > 0);
}

static void read_numbers(const char *text)
{
    struct status status[8] = {STATUS_INIT};
    struct work_rate rate = {0};
    char unit[UNIT_WORD_MAX] = "";
    double value = NAN;
    int64_t integer = 0;
    uint64_t natural = 0;
    expect(units_size(text, &value, &status[0]), &status[0], value >= 0);
    value = NAN;
    expect(units_operations(text, &value, &status[7]), &status[7], value >= 0);
    value = NAN;
    expect(units_fraction(text, &value, &status[1]), &status[1], value >= 0);
    value = NAN;
    expect(units_number(text, &value, &status[2]), &status[2], isfinite(value));
    expect(units_integer(text, &integer, &status[3]), &status[3], 1);
    expect(units_unsigned(text, &natural, &status[4]), &status[4], 1);
    value = NAN;
    expect(units_work(text, &value, unit, &status[5]), &status[5], value >= 0 && unit[0]);
    expect(units_work_rate(text, &rate, &status[6]), &status[6],
           rate.seconds_per_unit > 0 && rate.unit[0]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    if (!text)
        return 0;
    memcpy(text, data, size);
    text[size] = '\0';
    read_times(text);
    read_money(text);
    read_numbers(text);
    free(text);
    return 0;
}
