/** Hosts of a run: the inventory, and the operations of each host. */
@NullMarked
package org.ticktoquote.harness.hosts;

import org.jspecify.annotations.NullMarked;
