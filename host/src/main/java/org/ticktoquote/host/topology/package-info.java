/** CPUs of a machine and their distances, from sysfs, lstopo or words, and the cost of a hand-off over a distance. */
@NullMarked
package org.ticktoquote.host.topology;

import org.jspecify.annotations.NullMarked;
