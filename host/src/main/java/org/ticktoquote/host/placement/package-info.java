/** Which thread is to run where. */
@NullMarked
package org.ticktoquote.host.placement;

import org.jspecify.annotations.NullMarked;
