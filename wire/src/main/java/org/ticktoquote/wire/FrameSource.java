package org.ticktoquote.wire;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The frames of a capture in the order of its file. */
interface FrameSource {
    /** The next frame; null behind the last one. */
    @Nullable
    Frame next() throws IOException;
}
