/** Plans that assign threads to CPUs. */
@NullMarked
package org.ticktoquote.host.placement;

import org.jspecify.annotations.NullMarked;
