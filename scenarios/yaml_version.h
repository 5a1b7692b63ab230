/* The version of libyaml in use, for `fleetwright --version`. */
#ifndef FLEETWRIGHT_SCENARIOS_YAML_VERSION_H
#define FLEETWRIGHT_SCENARIOS_YAML_VERSION_H

const char *yaml_version(void); /* "0.2.5" */

#endif
