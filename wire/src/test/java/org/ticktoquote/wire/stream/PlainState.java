package org.ticktoquote.wire.stream;

import java.util.TreeMap;

/** State of one direction in {@link PlainStreams}. */
class PlainState {
    static final class Cell {
        int value; // -1: cut off by the capture
        long timeNs;
        long number;
        long seenNs;
        boolean doubtful;
        boolean hole;
    }

    final TreeMap<Long, Cell> cells = new TreeMap<>();
    StreamReader reader;
    boolean seen;
    boolean begun;
    boolean fromStart;
    boolean ended;
    boolean resetAhead;
    boolean zero;
    int syn;
    long begin;
    long next;
    long high;
    Long fin;
    long finNs;
    long lastNs;
    Integer firstAck;
    long firstAckNs;
    long acked;
    long mark;
    long markNs;
    int oddRun;
    int oddNext;
    Integer oddAck;
}
