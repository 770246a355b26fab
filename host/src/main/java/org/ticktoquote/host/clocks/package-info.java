/** {@code t2q clocks}: what reading the time costs here, how fine and how consistent it is, and what an idle CPU adds. */
@NullMarked
package org.ticktoquote.host.clocks;

import org.jspecify.annotations.NullMarked;
