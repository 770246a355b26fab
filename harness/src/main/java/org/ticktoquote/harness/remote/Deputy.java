package org.ticktoquote.harness.remote;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ticktoquote.core.clock.ForeignReading;
import org.ticktoquote.core.command.DurationText;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Refusal;
import org.ticktoquote.core.control.Command;
import org.ticktoquote.core.control.ControlChannel;
import org.ticktoquote.core.control.StatusLine;
import org.ticktoquote.host.process.BriefProcess;
import org.ticktoquote.host.process.InputEnd;

/**
 * The deputy of a host as the harness talks to it. Thread-safe: one question at a time, and the moment of an answer is read
 * when its line arrives.
 */
final class Deputy implements AutoCloseable {
    private static final long CLOCK_LIMIT_NS = TimeUnit.SECONDS.toNanos(10);
    private static final long BEGIN_LIMIT_NS = TimeUnit.SECONDS.toNanos(30);
    private static final long LIMIT_NS = TimeUnit.MINUTES.toNanos(5);

    private final String host;
    private final String java;
    private final Process process;
    private final Path log;
    private final BlockingQueue<Heard> heard = new LinkedBlockingQueue<>();
    private boolean begun;

    /** A line and when it came; an empty text is the end. */
    private record Heard(String text, long atNs) {}

    private Deputy(String host, String java, Process process, Path log) {
        this.host = host;
        this.java = java;
        this.process = process;
        this.log = log;
    }

    /**
     * Starts what is its connection on this host; it tells of trouble in the log.
     *
     * @param java on which it is to run there, as the user named it; empty for none
     */
    static Deputy start(String host, String java, List<String> command, Path log) {
        try {
            Process process =
                    new ProcessBuilder(command).redirectError(log.toFile()).start();
            Deputy deputy = new Deputy(host, java, process, log);
            Thread thread = new Thread(deputy::hear, "deputy-" + host);
            thread.setDaemon(true);
            thread.start();
            return deputy;
        } catch (IOException e) {
            throw new Refusal(ExitStatus.ENVIRONMENT, "host " + host + ": " + e.getMessage(), e);
        }
    }

    private void hear() {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                heard.add(new Heard(line, System.nanoTime()));
            }
        } catch (IOException broken) {
            // the same as its end
        } finally {
            heard.add(new Heard("", System.nanoTime()));
        }
    }

    /** Its clock, between two readings of this process. */
    synchronized ForeignReading clock() {
        long beforeNs = System.nanoTime();
        Heard answer = exchange(Command.of(ControlChannel.CLOCK), CLOCK_LIMIT_NS);
        ControlChannel.ClockAnswer reading = detail(answer, ControlChannel.CLOCK, ControlChannel.ClockAnswer.class);
        return new ForeignReading(beforeNs, reading.nanoTimeNs(), answer.atNs());
    }

    /** Its first order, which it need not think about. */
    synchronized DeputyOrders.Begun begin(DeputyOrders.Begin folders) {
        Heard answer = exchange(Command.of(DeputyOrders.BEGIN, folders), BEGIN_LIMIT_NS);
        DeputyOrders.Begun made = detail(answer, DeputyOrders.BEGIN, DeputyOrders.Begun.class);
        begun = true;
        return made;
    }

    /** Asks without more words. */
    <T> T ask(String order, Class<T> type) {
        return ask(Command.of(order), type);
    }

    /** Asks; refused in the deputy's words, or because it is gone. */
    <T> T ask(String order, Object detail, Class<T> type) {
        return ask(Command.of(order, detail), type);
    }

    private synchronized <T> T ask(Command order, Class<T> type) {
        return detail(exchange(order, LIMIT_NS), order.name(), type);
    }

    private Heard exchange(Command order, long limitNs) {
        try {
            Writer to = process.outputWriter(StandardCharsets.UTF_8);
            to.write(order.text() + "\n");
            to.flush();
            Heard answer = heard.poll(limitNs, TimeUnit.NANOSECONDS);
            if (answer == null) {
                close();
                throw gone("no answer to '" + order.name() + "' within " + DurationText.format(limitNs));
            }
            return answer;
        } catch (IOException e) {
            throw gone("");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Refusal(ExitStatus.INTERRUPTED, "interrupted", e);
        }
    }

    private <T> T detail(Heard answer, String order, Class<T> type) {
        if (answer.text().isEmpty()) {
            heard.add(answer); // for whoever asks next
            throw gone("");
        }
        StatusLine line = StatusLine.parse(answer.text())
                .orElseThrow(() -> gone("its shell says '" + plain(answer) + "' where nothing may be said"));
        if (line.status().equals(DeputyOrders.REFUSED)) {
            DeputyOrders.Refused refused = line.detailAs(DeputyOrders.Refused.class);
            throw new Refusal(refused.exit(), "host " + host + ": " + refused.cause());
        }
        if (!line.status().equals(order)) {
            throw gone("answered '" + line.status() + "' to '" + order + "'");
        }
        return line.detailAs(type);
    }

    private static String plain(Heard answer) {
        return BriefProcess.telling(answer.text()).findFirst().orElse("");
    }

    private Refusal gone(String more) {
        String why =
                Stream.of(more, lastWords()).filter(each -> !each.isEmpty()).collect(Collectors.joining(": "));
        return new Refusal(
                ExitStatus.ENVIRONMENT,
                "host " + host + ": t2q there does not answer" + (why.isEmpty() ? "" : ": " + why)
                        + (begun || java.isEmpty() ? "" : " (its java: " + java + ")"));
    }

    private String lastWords() {
        try {
            String words = Files.readString(log);
            return words.contains(UnsupportedClassVersionError.class.getName())
                    ? "it needs Java 17 or newer there, by 'java' of the host if the first one there is older"
                    : BriefProcess.telling(words).reduce((before, line) -> line).orElse("");
        } catch (IOException unreadable) {
            return String.valueOf(unreadable.getMessage());
        }
    }

    /** Ends it; it ends by itself when its input does. */
    @Override
    public void close() {
        InputEnd.of(process);
    }
}
