/**
 * Time stamps that switches add to frames: detection of the switch, time of each frame, and quality of the switch's clock.
 */
@NullMarked
package org.ticktoquote.wire.stamp;

import org.jspecify.annotations.NullMarked;
