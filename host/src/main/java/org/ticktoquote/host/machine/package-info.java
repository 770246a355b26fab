/** Usable CPUs of a machine, their cores and memory nodes. */
@NullMarked
package org.ticktoquote.host.machine;

import org.jspecify.annotations.NullMarked;
