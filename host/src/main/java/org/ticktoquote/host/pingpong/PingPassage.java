package org.ticktoquote.host.pingpong;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.locks.LockSupport;

/** Sends the messages of a plan and waits for their replies. Used once, by one thread that does nothing else. */
final class PingPassage {
    /** Parks end late by up to about this; the rest is spun away. */
    private static final long SPIN_NS = 150_000;

    private static final long LONGEST_PARK_NS = 20_000_000;

    private final PingPlan plan;
    private final Link link;
    private final PingReceiver receiver;
    private final PingTimes times;
    private final ByteBuffer message;

    PingPassage(PingPlan plan, Link link, PingReceiver receiver, PingTimes times, long session) {
        this.plan = plan;
        this.link = link;
        this.receiver = receiver;
        this.times = times;
        this.message = PingMessage.ofLength(plan.bytes(), session);
    }

    /** Sends and waits; returns how many messages were sent. */
    int run() throws IOException {
        int sent = plan.open() ? open() : closed();
        awaitAnswers(sent, System.nanoTime() + plan.timeoutNs());
        return sent;
    }

    private int open() throws IOException {
        long firstNs = System.nanoTime() + LONGEST_PARK_NS;
        for (int sequence = 0; sequence < plan.all(); sequence++) {
            long intendedNs = plan.intendedNs(firstNs, sequence);
            waitUntil(intendedNs);
            send(sequence, intendedNs, System.nanoTime());
        }
        return plan.all();
    }

    private void waitUntil(long momentNs) throws IOException {
        for (long leftNs = momentNs - System.nanoTime(); leftNs > 0; leftNs = momentNs - System.nanoTime()) {
            if (leftNs > SPIN_NS) {
                check();
                LockSupport.parkNanos(Math.min(leftNs - SPIN_NS, LONGEST_PARK_NS));
            } else {
                Thread.onSpinWait();
            }
        }
    }

    /** Warm-up messages first; the time counts from the first message after them. */
    private int closed() throws IOException {
        long endNs = Long.MAX_VALUE;
        int sequence = 0;
        while (sequence < plan.all()) {
            long nowNs = System.nanoTime();
            if (sequence == plan.warmUp()) {
                endNs = nowNs + plan.durationNs();
            } else if (nowNs - endNs >= 0) {
                break;
            }
            send(sequence, nowNs, nowNs);
            sequence++;
            awaitAnswer(sequence - 1, nowNs + plan.timeoutNs());
        }
        return sequence;
    }

    private void awaitAnswer(int sequence, long deadlineNs) throws IOException {
        while (receiver.latest() != sequence) {
            long leftNs = deadlineNs - System.nanoTime();
            if (leftNs <= 0) {
                return;
            }
            check();
            LockSupport.parkNanos(Math.min(leftNs, LONGEST_PARK_NS));
        }
    }

    private void awaitAnswers(int sent, long deadlineNs) throws IOException {
        while (receiver.answered() < sent && deadlineNs - System.nanoTime() > 0) {
            check();
            LockSupport.parkNanos(LONGEST_PARK_NS);
        }
    }

    private void send(int sequence, long intendedNs, long nowNs) throws IOException {
        PingMessage.putSequence(message, sequence);
        message.clear();
        times.sent(sequence, intendedNs, nowNs);
        link.send(message);
    }

    private void check() throws IOException {
        IOException failure = receiver.failure();
        if (failure != null) {
            throw failure;
        }
    }
}
