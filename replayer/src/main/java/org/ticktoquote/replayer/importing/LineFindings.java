package org.ticktoquote.replayer.importing;

/** What was found on one line of payloads. */
final class LineFindings {
    private final LineNumbers numbers = new LineNumbers();
    private long payloads;
    private long ticks;

    LineNumbers numbers() {
        return numbers;
    }

    void count(int carried) {
        payloads++;
        ticks += carried;
    }

    long payloads() {
        return payloads;
    }

    long ticks() {
        return ticks;
    }
}
