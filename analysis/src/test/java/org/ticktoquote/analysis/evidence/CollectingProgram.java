package org.ticktoquote.analysis.evidence;

import java.util.ArrayList;
import java.util.List;

/** Runs a collection for each line on standard input and prints the times before and after. */
final class CollectingProgram {
    private static final int LIVE_ARRAYS = 200_000;

    private CollectingProgram() {}

    /** Exits at the end of standard input. */
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
