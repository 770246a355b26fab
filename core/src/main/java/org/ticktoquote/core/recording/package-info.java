/** Times and windows of recordings, as people write them. */
@NullMarked
package org.ticktoquote.core.recording;

import org.jspecify.annotations.NullMarked;
