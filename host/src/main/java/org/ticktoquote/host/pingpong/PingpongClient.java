package org.ticktoquote.host.pingpong;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.IntToLongFunction;
import java.util.function.LongConsumer;
import org.ticktoquote.analysis.distribution.Distribution;
import org.ticktoquote.analysis.distribution.LatencyFigures;
import org.ticktoquote.analysis.distribution.SupportedDistribution;
import org.ticktoquote.analysis.statistics.Support;
import org.ticktoquote.analysis.statistics.TickSeries;
import org.ticktoquote.core.clock.HybridWait;
import org.ticktoquote.core.command.DaemonThread;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.IoReason;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.ProblemException;
import org.ticktoquote.host.pingpong.Link.PingMessage;
import org.ticktoquote.host.pingpong.Link.TcpLink;
import org.ticktoquote.host.pingpong.Link.UdpLink;
import org.ticktoquote.host.pingpong.PassResult.PingPlan;
import org.ticktoquote.host.pingpong.PingReceiver.PingTimes;
import org.ticktoquote.host.pingpong.PingpongRun.ReceiveMode;
import org.ticktoquote.host.pingpong.PingpongRun.Transport;

/** Measures round trips to a {@link PingpongServer}, with a separate connection and receiving thread for each pass. */
final class PingpongClient {
    private static final long HELLO_INTERVAL_MS = 200;
    private static final long PROGRESS_INTERVAL_MS = 200;

    private final Transport transport;
    private final InetSocketAddress server;
    private final ReceiveMode reception;
    private final int cpu;
    private final SplittableRandom sessions = new SplittableRandom(System.nanoTime());
    private final List<String> refusedSettings = new ArrayList<>();

    /**
     * Creates a client.
     *
     * @param cpu CPU for the receiving thread; negative for any
     */
    PingpongClient(Transport transport, InetSocketAddress server, ReceiveMode reception, int cpu) {
        this.transport = transport;
        this.server = server;
        this.reception = reception;
        this.cpu = cpu;
    }

    /** Requests the server's description until the server answers or the time is over. */
    String hello(long timeoutNs) {
        long session = sessions.nextLong();
        ByteBuffer question = PingMessage.ofLength(PingMessage.HELLO_BYTES, session);
        PingMessage.putSequence(question, PingMessage.HELLO);
        try (Link link = link(ReceiveMode.BLOCKING)) {
            SynchronousQueue<String> answers = new SynchronousQueue<>();
            DaemonThread.start("pingpong-hello", () -> listen(link, answers));
            return ask(link, question, answers, System.nanoTime() + timeoutNs)
                    .orElseThrow(
                            () -> noServer("no answer within " + TimeUnit.NANOSECONDS.toMillis(timeoutNs) + " ms"));
        } catch (IOException e) {
            throw noServer(IoReason.of(e));
        }
    }

    private ProblemException noServer(String reason) {
        return Problem.ofFault("no pingpong server at " + server.getHostString() + ":" + server.getPort() + " ("
                        + transport + "): " + reason + "; start one there: t2q host pingpong --serve HOST:PORT")
                .exception(ExitStatus.ENVIRONMENT);
    }

    private static void listen(Link link, SynchronousQueue<String> answers) {
        try {
            boolean connected = true;
            while (connected) {
                connected = link.receive((buffer, offset, length, receivedNs) -> {
                    if (PingMessage.sequence(buffer, offset) == PingMessage.HELLO) {
                        byte[] text = new byte[length - PingMessage.HEADER_BYTES];
                        buffer.get(offset + PingMessage.HEADER_BYTES, text);
                        offer(answers, new String(text, StandardCharsets.UTF_8));
                    }
                });
            }
        } catch (IOException closed) {
            // either answered or timed out; the requesting thread knows which
        }
    }

    private static void offer(SynchronousQueue<String> answers, String text) {
        try {
            // text from another host, printed on a terminal
            answers.offer(text.replace("\0", "").replaceAll("\\p{Cc}", "?"), 1, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Optional<String> ask(
            Link link, ByteBuffer question, SynchronousQueue<String> answers, long deadlineNs) throws IOException {
        while (deadlineNs - System.nanoTime() > 0) {
            question.clear();
            link.send(question);
            try {
                String answer = answers.poll(HELLO_INTERVAL_MS, TimeUnit.MILLISECONDS);
                if (answer != null) {
                    return Optional.of(answer);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw Problem.ofFault("interrupted").exception(ExitStatus.INTERRUPTED, e);
            }
        }
        return Optional.empty();
    }

    private Link link(ReceiveMode way) throws IOException {
        return transport == Transport.UDP ? UdpLink.to(server, way) : TcpLink.to(server, way);
    }

    /** Returns the settings that the system refused so far. */
    List<String> refusedSettings() {
        return refusedSettings.stream()
                .filter(text -> !text.isEmpty())
                .distinct()
                .toList();
    }

    /**
     * Runs a plan.
     *
     * @param progress receives the number of replies a few times a second, on the calling thread
     */
    CompletedPass run(PingPlan plan, LongConsumer progress) {
        PingTimes times = new PingTimes(plan.all());
        long session = sessions.nextLong();
        double cpuBefore = cpuSeconds();
        long startNs = System.nanoTime();
        try (Link link = link(reception)) {
            PingReceiver receiver = new PingReceiver(link, session, times);
            PingPass passage = new PingPass(plan, link, receiver, times, session);
            FutureTask<Integer> sending = new FutureTask<>(passage::run);
            Thread sender = DaemonThread.of("pingpong-sender", sending);
            receiver.start(plan.open() ? null : sender, cpu);
            sender.start();
            int sent;
            long duplicates;
            try {
                sent = await(sending, receiver, progress);
            } finally {
                duplicates = receiver.end();
            }
            refusedSettings.add(link.refusedSettings());
            refusedSettings.add(receiver.refusedSettings());
            double seconds = (System.nanoTime() - startNs) / 1e9;
            return new CompletedPass(plan, times, sent, duplicates, 100 * (cpuSeconds() - cpuBefore) / seconds);
        } catch (IOException e) {
            throw noServer(IoReason.of(e));
        }
    }

    private static int await(FutureTask<Integer> sending, PingReceiver receiver, LongConsumer progress)
            throws IOException {
        while (true) {
            try {
                return sending.get(PROGRESS_INTERVAL_MS, TimeUnit.MILLISECONDS);
            } catch (TimeoutException stillSending) {
                progress.accept(receiver.answered());
            } catch (ExecutionException e) {
                if (e.getCause() instanceof IOException broken) {
                    throw broken;
                }
                throw new IllegalStateException(e.getCause());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw Problem.ofFault("interrupted").exception(ExitStatus.INTERRUPTED, e);
            }
        }
    }

    /**
     * Completed pass.
     *
     * @param sent messages, including the warm-up
     * @param duplicates repeated replies
     * @param cpuPercent CPU use, in percent of one CPU
     */
    record CompletedPass(PingPlan plan, PingTimes times, int sent, long duplicates, double cpuPercent) {
        PassResult result() {
            return new PassResult(
                    plan.bytes(),
                    sent - from(),
                    lost(),
                    duplicates,
                    Math.round(10 * cpuPercent) / 10.0,
                    plan.open() ? response() : null,
                    roundTrip(),
                    plan.open() ? sendLag() : null);
        }

        /** Returns the first counted message. */
        private int from() {
            return Math.min(plan.warmUp(), sent);
        }

        private LatencyFigures response() {
            return figures(
                    "response: intended -> reply, every message",
                    sequence -> times.receivedNs(sequence) - times.intendedNs(sequence));
        }

        private LatencyFigures roundTrip() {
            return figures(
                    "round trip: sent -> reply, every message",
                    sequence -> times.receivedNs(sequence) - times.sentNs(sequence));
        }

        private LatencyFigures sendLag() {
            Distribution lags = new Distribution("send-lag", "send lag: intended -> sent, every message", 0);
            for (int sequence = from(); sequence < sent; sequence++) {
                lags.record(lag(sequence));
            }
            return SupportedDistribution.of(lags, Support.of(series(sequence -> Math.max(0, lag(sequence)))))
                    .figures();
        }

        private long lag(int sequence) {
            return times.sentNs(sequence) - times.intendedNs(sequence);
        }

        private LatencyFigures figures(String label, IntToLongFunction value) {
            Distribution distribution = new Distribution("pingpong", label, 0);
            for (int sequence = from(); sequence < sent; sequence++) {
                if (times.answered(sequence)) {
                    distribution.record(value.applyAsLong(sequence));
                } else {
                    distribution.censor();
                }
            }
            TickSeries answers = series(
                    sequence -> times.answered(sequence) ? Math.max(0, value.applyAsLong(sequence)) : TickSeries.LOST);
            return SupportedDistribution.of(distribution, Support.of(answers)).figures();
        }

        /** Treats each message as a tick. */
        private TickSeries series(IntToLongFunction value) {
            return visitor -> {
                for (int sequence = from(); sequence < sent; sequence++) {
                    visitor.accept(times.intendedNs(sequence), value.applyAsLong(sequence));
                }
            };
        }

        private long lost() {
            long lost = 0;
            for (int sequence = from(); sequence < sent; sequence++) {
                lost += times.answered(sequence) ? 0 : 1;
            }
            return lost;
        }
    }

    /** Returns the CPU time of this process since its start; 0 if unknown. */
    private static double cpuSeconds() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
                ? system.getProcessCpuTime() / 1e9
                : 0;
    }

    /** Sends the messages of a plan and waits for their replies. Single use, on a dedicated thread. */
    private static final class PingPass {
        /** Parks overshoot by up to about this much, so the rest of a wait spins. */
        private static final long SPIN_NS = 150_000;

        private static final long MAX_PARK_NS = 20_000_000;

        private final PingPlan plan;
        private final Link link;
        private final PingReceiver receiver;
        private final PingTimes times;
        private final ByteBuffer message;
        private final HybridWait wait = new HybridWait(System::nanoTime, SPIN_NS);
        private final BooleanSupplier failed;

        PingPass(PingPlan plan, Link link, PingReceiver receiver, PingTimes times, long session) {
            this.plan = plan;
            this.link = link;
            this.receiver = receiver;
            this.times = times;
            this.message = PingMessage.ofLength(plan.bytes(), session);
            this.failed = () -> receiver.failure() != null;
        }

        /** Sends and waits, and returns the number of messages sent. */
        int run() throws IOException {
            int sent = plan.open() ? open() : closed();
            awaitAnswers(sent, System.nanoTime() + plan.timeoutNs());
            return sent;
        }

        private int open() throws IOException {
            long firstNs = System.nanoTime() + MAX_PARK_NS;
            for (int sequence = 0; sequence < plan.all(); sequence++) {
                long intendedNs = plan.intendedNs(firstNs, sequence);
                wait.waitUntil(intendedNs, failed);
                check();
                send(sequence, intendedNs, System.nanoTime());
            }
            return plan.all();
        }

        /** Sends warm-up messages first. The duration counts from the first message after them. */
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
                LockSupport.parkNanos(Math.min(leftNs, MAX_PARK_NS));
            }
        }

        private void awaitAnswers(int sent, long deadlineNs) throws IOException {
            while (receiver.answered() < sent && deadlineNs - System.nanoTime() > 0) {
                check();
                LockSupport.parkNanos(MAX_PARK_NS);
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
}
