/** The CPUs of a machine by their distances, from sysfs, lstopo or words, and what a hand-off over a distance costs. */
@NullMarked
package org.ticktoquote.host.topology;

import org.jspecify.annotations.NullMarked;
