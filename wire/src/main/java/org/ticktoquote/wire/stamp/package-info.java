/** Time stamps that switches put on frames: which switch it was, the time of each frame, and how its clock ran. */
@NullMarked
package org.ticktoquote.wire.stamp;

import org.jspecify.annotations.NullMarked;
