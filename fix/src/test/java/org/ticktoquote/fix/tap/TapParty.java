package org.ticktoquote.fix.tap;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.ticktoquote.core.journal.BookFaults;
import org.ticktoquote.core.journal.JournalReader;
import org.ticktoquote.core.journal.JournalWriter;
import org.ticktoquote.core.journal.SnapshotRecord;
import org.ticktoquote.core.price.Price;
import org.ticktoquote.fix.message.Fix;
import org.ticktoquote.fix.message.MessageFramer;
import org.ticktoquote.fix.message.MessageFramer.TimestampEdge;

/** A session with one connection that reads the test's bytes. Records forwarded messages and notifications. */
final class TapParty implements QuickFixSink, TapListener {
    static final Map<String, Integer> PAIRS = Map.of("EUR/USD", 0, "USD/JPY", 1);

    static final int DEPTH = 5;
    /** Per segment of the journal, which is filled with zeros. */
    private static final int RECORDS = 2_000;

    final List<String> forwarded = new ArrayList<>();
    final List<String> told = new ArrayList<>();
    final SessionTap session;
    ConnectionTap connection;
    long nowNs = 1_000;
    private final Path journal;

    TapParty(Path directory) throws InterruptedException {
        this(directory, Symbols.inSymbol(PAIRS), EchoedId.of(278, "decimal"), false);
    }

    /** With a journal that holds this many records in one segment. */
    TapParty(Path directory, int records) throws InterruptedException {
        this(directory, form(Symbols.inSymbol(PAIRS), EchoedId.of(278, "decimal")), false, records);
    }

    TapParty(Path directory, Symbols symbols, EchoedId echo, boolean forwardSnapshots) throws InterruptedException {
        this(directory, form(symbols, echo), forwardSnapshots);
    }

    TapParty(Path directory, SessionFormat form, boolean forwardSnapshots) throws InterruptedException {
        this(directory, form, forwardSnapshots, RECORDS);
    }

    private TapParty(Path directory, SessionFormat form, boolean forwardSnapshots, int records)
            throws InterruptedException {
        journal = directory.resolve("quotes-07.journal");
        JournalWriter writer = JournalWriter.at(journal, SnapshotRecord.SCHEMA)
                .recordsPerSegment(records)
                .open();
        session = new SessionTap(7, form, 1, DEPTH, forwardSnapshots, writer, this, () -> nowNs);
        connection = session.connected(this);
    }

    private static SessionFormat form(Symbols symbols, EchoedId echo) {
        return new SessionFormat("FIX.4.4", symbols, echo, false);
    }

    TapParty read(byte[]... messages) {
        byte[] bytes = Fix.join(messages);
        connection.read(new UnsafeBuffer(bytes), 0, bytes.length, nowNs++);
        return this;
    }

    /** Reads the messages at a given time. */
    TapParty readAt(long atNs, byte[]... messages) {
        nowNs = atNs;
        return read(messages);
    }

    /** Starts a connection whose beginning is missing. */
    TapParty inMidstream(TimestampEdge edge) {
        connection.closed("it ended");
        MessageFramer framer = MessageFramer.ofAnyVersion(edge);
        framer.resynchronise();
        connection = session.captured(framer);
        connection.interrupt();
        return this;
    }

    TapParty logon() {
        return read(Fix.message("35=A|34=1|49=PRICING|56=CLIENT-07|108=30|"));
    }

    /** Closes the journal and returns its records as text. */
    List<String> records() throws InterruptedException {
        connection.closed("it ended");
        session.close();
        return recordsSoFar();
    }

    /** Closes the journal and compares all its records. */
    void assertRecords(String... expected) throws InterruptedException {
        assertThat(records()).containsExactly(expected);
    }

    /** Closes the journal and compares its updates. */
    void assertUpdates(String... expected) throws InterruptedException {
        assertThat(updates()).containsExactly(expected);
    }

    /** Closes the journal and returns its records but for the Logon and the end, without their positions in the reads. */
    List<String> updates() throws InterruptedException {
        return records().stream()
                .filter(text -> !text.equals("logged on") && !text.equals("disconnected"))
                .map(text -> text.replaceFirst("^\\d+ \\d+/\\d+ ", ""))
                .toList();
    }

    /** Compares many records one by one, so that a failure shows only one of them. */
    static void assertSame(List<String> records, List<String> expected, long seed) {
        for (int i = 0; i < Math.min(records.size(), expected.size()); i++) {
            assertThat(records.get(i)).as("seed %d, record %d", seed, i).isEqualTo(expected.get(i));
        }
        assertThat(records).as("seed %d", seed).hasSameSizeAs(expected);
    }

    /** Closes the journal and returns the message numbers of refreshes that only delete. */
    List<Long> onlyDeletes() throws InterruptedException {
        records();
        return recordsSoFar(r -> r.onlyDeletes() ? r.messageSequence() : 0L).stream()
                .filter(number -> number > 0)
                .toList();
    }

    List<String> recordsSoFar() {
        return recordsSoFar(TapParty::text);
    }

    private <T> List<T> recordsSoFar(Function<SnapshotRecord, T> of) {
        List<T> values = new ArrayList<>();
        try (JournalReader reader = JournalReader.open(journal, SnapshotRecord.SCHEMA)) {
            SnapshotRecord snapshot = new SnapshotRecord(new UnsafeBuffer(0, 0), 0);
            while (reader.next()) {
                values.add(of.apply(snapshot.wrap(reader)));
            }
        }
        return values;
    }

    private static String text(SnapshotRecord r) {
        String place = r.receivedNs() + " " + (r.positionInRead() + 1) + "/" + r.messagesInRead();
        return switch (r.kind()) {
            case SnapshotRecord.SNAPSHOT ->
                place + by(r.messageType()) + r.messageSequence() + " of " + r.instrumentId() + ": "
                        + Price.format(r.bid())
                        + "x" + r.bidQuantity() + " " + Price.format(r.ask()) + "x" + r.askQuantity()
                        + (r.tickId() == SnapshotRecord.NO_ID ? "" : " id " + r.tickId())
                        + (r.possDup() ? " possdup" : "")
                        + (r.onlyZeroSizes() ? " nothing to be had" : "")
                        + faults(r.expectedSequence());
            case SnapshotRecord.LOGGED_ON -> "logged on";
            case SnapshotRecord.DISCONNECTED -> r.endedByNonFixData() ? "ended" : "disconnected";
            case SnapshotRecord.SEQUENCE_GAP -> "gap: " + r.messageSequence() + " instead of " + r.expectedSequence();
            case SnapshotRecord.SEQUENCE_RESET ->
                "reset: " + r.messageSequence() + " instead of " + r.expectedSequence();
            case SnapshotRecord.UNKNOWN_BOOK ->
                "without book " + r.messageSequence() + " of " + r.instrumentId() + ": " + r.expectedSequence()
                        + (r.tickId() == SnapshotRecord.NO_ID ? "" : " id " + r.tickId())
                        + (r.possDup() ? " possdup" : "");
            case SnapshotRecord.UNKNOWN_CANCEL -> "unknown cancel " + r.messageSequence();
            case SnapshotRecord.SUBSCRIPTION_REJECTED -> "rejected " + r.instrumentId();
            case SnapshotRecord.MESSAGE_REJECTED -> "message rejected " + r.messageSequence();
            case SnapshotRecord.UNKNOWN_SYMBOL -> "unknown symbol " + r.messageSequence();
            case SnapshotRecord.MALFORMED ->
                r.expectedSequence() == 1 ? "malformed" : "malformed " + r.expectedSequence();
            case SnapshotRecord.ORDERED_DOWN -> "ordered down";
            case SnapshotRecord.MESSAGE_FLOOD -> "flood " + r.messageSequence();
            case SnapshotRecord.NOT_CAPTURED ->
                r.receivedNs() + " not captured: " + r.messageSequence() + " bytes, " + r.expectedSequence()
                        + " messages";
            default -> "kind " + r.kind();
        };
    }

    private static String by(int by) {
        return switch (by) {
            case SnapshotRecord.BY_SNAPSHOT -> " snapshot ";
            case SnapshotRecord.BY_INCREMENT -> " refresh ";
            case SnapshotRecord.BY_QUOTE -> " quote ";
            case SnapshotRecord.BY_MASS_QUOTE -> " mass quote ";
            default -> " cancel ";
        };
    }

    private static String faults(long faults) {
        return (BookFaults.repeated(faults) == 0 ? "" : " repeated " + BookFaults.repeated(faults))
                + (BookFaults.unknown(faults) == 0 ? "" : " unknown " + BookFaults.unknown(faults))
                + (BookFaults.beyond(faults) == 0 ? "" : " beyond " + BookFaults.beyond(faults))
                + (BookFaults.crossed(faults) ? " crossed" : "");
    }

    @Override
    public void message(DirectBuffer buffer, int start, int end) {
        byte[] bytes = new byte[end - start];
        buffer.getBytes(start, bytes);
        forwarded.add(Fix.text(bytes).replaceAll("^.*(35=.*)10=.*$", "$1"));
    }

    @Override
    public void gapFill(long first, long next, boolean possDup) {
        forwarded.add("gap fill " + first + " to " + next + (possDup ? " possdup" : ""));
    }

    @Override
    public void end() {
        forwarded.add("end");
    }

    @Override
    public void bookUnknown(int index) {
        told.add("book unknown");
    }

    @Override
    public void unanswered(int index) {
        told.add("unanswered");
    }

    @Override
    public void ended(int index, String why) {
        told.add("over: " + why);
    }

    @Override
    public void loggedOn(int index, long atNs) {
        told.add("logged on");
    }

    @Override
    public void disconnected(int index, long atNs, boolean ordered, String how) {
        told.add((ordered ? "down" : "dropped") + (how.isEmpty() ? "" : ": " + how));
    }

    @Override
    public void noticed(int index, String what) {
        told.add("noticed: " + what);
    }

    @Override
    public void failed(int index, Throwable cause) {
        told.add("failed: " + cause.getMessage());
    }
}
