/** The hosts of a run: the inventory of who is where, and what every host of it can be asked. */
@NullMarked
package org.ticktoquote.harness.hosts;

import org.jspecify.annotations.NullMarked;
