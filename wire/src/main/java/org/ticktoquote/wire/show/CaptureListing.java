package org.ticktoquote.wire.show;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.Progress;
import org.ticktoquote.core.command.UserPath;
import org.ticktoquote.wire.packet.PacketHandler;
import org.ticktoquote.wire.run.CapturePass;
import org.ticktoquote.wire.stamp.StampFormat;
import org.ticktoquote.wire.stream.StreamHandler;
import org.ticktoquote.wire.stream.StreamReader;

/**
 * Judges whether captures are fit to measure with, and lists their contents. Packets and messages are listed while the
 * captures are read a second time. Memory is bounded.
 *
 * @param stamps format that the user requested; empty to detect it
 * @param streams to list, as {@code tcp:3}; empty for all
 * @param from first moment of a row; can be empty
 * @param to end of the rows, exclusive; can be empty
 * @param types of messages to list; empty for all
 */
public record CaptureListing(
        List<Path> files,
        Optional<StampFormat> stamps,
        Contents contents,
        ListForm format,
        List<String> streams,
        String from,
        String to,
        List<String> types) {
    private static final int FRAMES = 1 << 14;
    private static final Path STANDARD_INPUT = Path.of("-");

    /** Kind of the rows. */
    public enum Contents {
        STREAMS("stream", StreamTable.COLUMNS),
        PACKETS("packet", PacketRows.COLUMNS),
        MESSAGES("message", MessageRows.COLUMNS);

        private final String list;
        private final String columns;

        Contents(String list, String columns) {
            this.list = list;
            this.columns = columns;
        }
    }

    /**
     * Checks the options.
     *
     * @throws ProblemException if an option is wrong, or if a pipe would be read twice
     */
    public CaptureListing {
        ListFilter.check(streams, from, to);
        if (contents != Contents.STREAMS && files.contains(STANDARD_INPUT)) {
            String file = "a file: packets and messages are listed when it is read a second time";
            throw Problem.ofValue(STANDARD_INPUT).expected(file).exception();
        }
        if (contents != Contents.STREAMS) {
            files.forEach(UserPath::regularInput);
        }
    }

    /**
     * Prints fitness and list.
     *
     * @param out receives the list after the fitness; for CSV, {@code remarks} receives the fitness
     * @return {@link ExitStatus#VOID} if the captures are not fit to measure with
     * @throws ProblemException if a file cannot be read, is not a capture, or is damaged; in the last case after listing everything
     *     before the damage
     */
    public ExitStatus print(PrintWriter out, PrintWriter remarks, Progress progress) {
        StreamTable conversations = new StreamTable(null);
        long[] frames = {0};
        CapturePass pass = CapturePass.read(files, stamps, conversations, conversations, true, Long.MAX_VALUE, () -> {
            if (++frames[0] % FRAMES == 0) {
                progress.update(String.format(Locale.ROOT, "looked at %,d frames", frames[0]));
            }
            return false;
        });
        progress.close();
        if (pass.damage != null && pass.counts.frames == 0) {
            throw pass.damage;
        }
        CaptureFitness fitness = new CaptureFitness(pass, conversations);
        String name = files.stream().map(Path::toString).collect(Collectors.joining(", "));
        switch (format) {
            case TEXT -> fitness.print(name, out);
            case JSONL -> fitness.printJson(name, out);
            case CSV -> fitness.print(name, remarks);
        }
        remarks.flush();
        list(conversations, pass, out);
        if (pass.damage != null) {
            throw pass.damage;
        }
        return fitness.isFit() ? ExitStatus.OK : ExitStatus.VOID;
    }

    private void list(StreamTable conversations, CapturePass pass, PrintWriter out) {
        out.print(format == ListForm.TEXT ? "\n" : "");
        Rows rows = new Rows(format, out, contents.list, contents.columns);
        ListFilter filter = ListFilter.of(streams, from, to, types, pass.fromNs);
        boolean isStamped = pass.stamps.report().format != StampFormat.KERNEL;
        if (contents == Contents.STREAMS) {
            conversations.print(rows, filter);
        } else {
            StreamTable messages = new StreamTable(new MessageRows(rows, filter));
            boolean isPackets = contents == Contents.PACKETS;
            PacketHandler receiver = isPackets ? new PacketRows(rows, filter, isStamped) : messages;
            StreamHandler opened = isPackets ? flow -> StreamReader.IGNORED : messages;
            CapturePass unused = CapturePass.read(files, stamps, receiver, opened, true, Long.MAX_VALUE, () -> rows.unread);
        }
        out.flush();
    }
}
