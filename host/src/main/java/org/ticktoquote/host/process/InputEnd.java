package org.ticktoquote.host.process;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** How a process of ours that ends with its input is ended. */
public final class InputEnd {
    private static final long LIMIT_S = 5;

    private InputEnd() {}

    /** Ends its input and waits for its end, for 5 s; then, or when this thread is interrupted, kills it. */
    public static void of(Process process) {
        try {
            process.getOutputStream().close();
            if (!process.waitFor(LIMIT_S, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (IOException gone) {
            process.destroyForcibly();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
        }
    }
}
