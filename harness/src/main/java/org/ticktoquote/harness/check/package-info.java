/** Check of an application before it is measured: one tick's way through it, and what is wrong if there is none. */
@NullMarked
package org.ticktoquote.harness.check;

import org.jspecify.annotations.NullMarked;
