/** Times and windows of recordings, as users write them. */
@NullMarked
package org.ticktoquote.core.recording;

import org.jspecify.annotations.NullMarked;
