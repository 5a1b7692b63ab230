#include "scenarios/yaml_version.h"

#include <yaml.h>

const char *yaml_version(void)
{
    return yaml_get_version_string();
}
