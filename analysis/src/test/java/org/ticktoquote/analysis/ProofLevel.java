package org.ticktoquote.analysis;

/** How much is tried of what is alike. */
public final class ProofLevel {
    private ProofLevel() {}

    /** The number for a release, with {@code -Dt2q.proof=full}; else another one. */
    public static int fullOr(int full, int otherwise) {
        return "full".equals(System.getProperty("t2q.proof")) ? full : otherwise;
    }
}
