/** Reading of network captures: frames with their times, in order, from files and pipes. */
@NullMarked
package org.ticktoquote.wire.capture;

import org.jspecify.annotations.NullMarked;
