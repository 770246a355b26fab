#!/bin/sh
# Gives the threads of a process their CPUs, by name: PID=4711 sh %1$s, or PID=4711 sh %1$s cset
# With cset (needs root) every set of CPUs is a cpuset.
# systemd has one set for all threads of a unit: CPUAffinity=%2$s
set -u
: "${PID:?process of the application}"
way=${1:-taskset}

make() { # CPUS
  if [ "$way" = cset ]; then cset set --cpu="$1" --set="t2q-$1"; fi
}
pin() { # CPUS NAME
  found=no
  for task in /proc/"$PID"/task/*; do
    name=$(cat "$task/comm"; echo x)
    if [ "$name" = "$2
x" ]; then
      found=yes
      if [ "$way" = cset ]; then
        cset proc --move --pid="${task##*/}" --toset="t2q-$1"
      else
        taskset --cpu-list --pid "$1" "${task##*/}"
      fi
    fi
  done
  if [ $found = no ]; then echo "no thread is called '$2'" >&2; fi
}

