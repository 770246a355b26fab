#!/bin/sh
# Gives the threads of a process their CPUs, by name: PID=4711 sh %1$s, or PID=4711 sh %1$s cset
# With cset (needs root) every set of CPUs is a cpuset.
# systemd has one set for all threads of a unit: CPUAffinity=%2$s
# Ends with status 1 if the process is not there or a call failed.
set -u
: "${PID:?process of the application}"
way=${1:-taskset}
status=0
if [ ! -d "/proc/$PID/task" ]; then echo "there is no process $PID" >&2; exit 1; fi

failed() { # WHAT
  echo "failed: $1" >&2
  status=1
}
make() { # CPUS
  if [ "$way" = cset ]; then cset set --cpu="$1" --set="t2q-$1" || failed "cpuset t2q-$1"; fi
}
move() { # CPUS TID
  if [ "$way" = cset ]; then cset proc --move --pid="$2" --toset="t2q-$1"; else taskset --cpu-list --pid "$1" "$2"; fi
}
pin() { # CPUS NAME
  found=no
  for task in /proc/"$PID"/task/*; do
    name=$(cat "$task/comm"; echo x)
    if [ "$name" = "$2
x" ]; then
      found=yes
      move "$1" "${task##*/}" || [ ! -d "$task" ] || failed "thread ${task##*/} '$2' to CPUs $1"
    fi
  done
  if [ $found = no ]; then echo "no thread is called '$2'" >&2; fi
}

