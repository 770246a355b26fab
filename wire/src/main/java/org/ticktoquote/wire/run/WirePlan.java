package org.ticktoquote.wire.run;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.ticktoquote.core.run.ApplicationModel;
import org.ticktoquote.core.run.Conflation;
import org.ticktoquote.core.run.Matching;
import org.ticktoquote.core.run.RunDirectory;
import org.ticktoquote.core.run.RunManifest;
import org.ticktoquote.fix.message.MessageFramer.TimestampEdge;
import org.ticktoquote.wire.message.PayloadTickReader;

/** Plan of a run from captures. Set before the captures are read. */
public final class WirePlan {
    public final RunDirectory directory;
    public final UUID identity = UUID.randomUUID();
    /** Name and version of the measuring product. */
    public String product = "t2q";
    /** Profile of limits. */
    public String profile = "dev";
    /** The user's declarations about the application. */
    public RunManifest.Declared declared;
    /** Connections or datagrams that carry ticks; empty to detect them. */
    public List<Selection> ticks = List.of();
    /** Declared payloads with ticks. */
    public Optional<PayloadTickReader.Declared> payloads = Optional.empty();
    /** True if the tick ids of FIX venues restart after the warm-up, as those of t2q's own venues do. */
    public boolean isRestarted;
    /** FIX sessions that carry quotes; empty to detect them. */
    public List<Selection> quotes = List.of();
    /** True to ignore ticks and quotes that are not in the capture if others are. */
    public boolean ignoresAbsent;
    /** The feed's pairs in the order of their ids, used if the capture does not define them. */
    public List<String> pairs = List.of();
    /** Pairs by their text in messages. */
    public Map<String, String> names = Map.of();
    /** True if a level of size 0 is a price like any other. */
    public boolean zeroSizeIsPrice;
    /** True to date a message by its first byte instead of its last one. */
    public boolean firstByte;

    /** Plans a run for which only the matching is declared; everything else is detected. */
    public WirePlan(RunDirectory directory, Matching matching) {
        this.directory = directory;
        declared = new RunManifest.Declared(matching, ApplicationModel.UNKNOWN, new Conflation(Conflation.UNKNOWN, 0));
    }

    /** Returns the byte of a message whose time counts. */
    TimestampEdge edge() {
        return firstByte ? TimestampEdge.FIRST_BYTE : TimestampEdge.LAST_BYTE;
    }
}
