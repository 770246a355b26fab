package org.ticktoquote.analysis;

/** How much is tried of what is alike. */
public final class ProofLevel {
    private ProofLevel() {}

    /** The number for a release, with {@code -Dt2q.proof=full}; else another one. */
    public static int fullOr(int full, int otherwise) {
        return "full".equals(level()) ? full : otherwise;
    }

    /** The number for every merge, with {@code -Dt2q.proof=long} or {@code full}; else another one. */
    public static int longOr(int everyMerge, int otherwise) {
        return "long".equals(level()) ? everyMerge : fullOr(everyMerge, otherwise);
    }

    private static String level() {
        return System.getProperty("t2q.proof", "");
    }
}
