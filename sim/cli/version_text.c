#include "sim/cli/version_text.h"

#include <gsl/gsl_version.h>

#include "analysis/store.h"
#include "scenarios/yaml_version.h"
#include "sim/version.h"

void version_print(FILE *out)
{
    char libraries[128];
    fprintf(out,
            "fleetwright %s\n"
            "revision    %s\n"
            "libraries   GSL %s, libyaml %s, %s\n",
            FLEETWRIGHT_VERSION, FLEETWRIGHT_REVISION, gsl_version, yaml_version(),
            store_libraries(libraries, sizeof libraries));
}
