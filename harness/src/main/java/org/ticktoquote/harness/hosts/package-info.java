/** The inventory: which hosts there are, how they are reached, and who of a run is where. */
@NullMarked
package org.ticktoquote.harness.hosts;

import org.jspecify.annotations.NullMarked;
