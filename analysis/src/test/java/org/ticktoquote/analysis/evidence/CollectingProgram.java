package org.ticktoquote.analysis.evidence;

import java.util.ArrayList;
import java.util.List;

/** Collects when it is told to, by a line on standard input, and says the moments before and after it, as it reads them. */
final class CollectingProgram {
    private static final int LIVE_ARRAYS = 200_000;

    private CollectingProgram() {}

    /** Ends with standard input. */
    public static void main(String[] arguments) throws Exception {
        List<byte[]> live = new ArrayList<>();
        for (int i = 0; i < LIVE_ARRAYS; i++) {
            live.add(new byte[64]);
        }
        System.out.println("ready");
        while (System.in.read() == '\n') {
            long before = System.nanoTime();
            System.gc();
            System.out.println(before + " " + System.nanoTime() + " " + live.size());
        }
    }
}
