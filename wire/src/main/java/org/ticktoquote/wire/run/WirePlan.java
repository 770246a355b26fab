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
import org.ticktoquote.fix.message.Edge;
import org.ticktoquote.wire.message.PayloadFlow;

/** How a run is made of captures. Set before the captures are read. */
public final class WirePlan {
    public final RunDirectory directory;
    public final UUID identity = UUID.randomUUID();
    /** Name and version of what measures. */
    public String product = "t2q";
    /** Of limits. */
    public String profile = "dev";
    /** What the user says of the application. */
    public RunManifest.Declared declared;
    /** Which connections or datagrams are ticks; empty where they are to be found. */
    public List<Selection> ticks = List.of();
    /** Ticks of another protocol. */
    public Optional<PayloadFlow.Declared> payloads = Optional.empty();
    /** Which FIX sessions are quotes; empty where they are to be found. */
    public List<Selection> quotes = List.of();
    /** The feed's pairs in the order of their ids, where the capture does not define them. */
    public List<String> pairs = List.of();
    /** Pairs by what stands in messages for them. */
    public Map<String, String> names = Map.of();
    /** Whether a level of size 0 is a price like any other. */
    public boolean zeroSizeIsPrice;
    /** Whether a message has the time of its first byte, not that of its last one. */
    public boolean firstByte;

    /** Plans a run of an application of which the user says only how ids name ticks: all else is found. */
    public WirePlan(RunDirectory directory, Matching matching) {
        this.directory = directory;
        declared = new RunManifest.Declared(matching, ApplicationModel.UNKNOWN, new Conflation(Conflation.UNKNOWN, 0));
    }

    /** Which byte of a message has its time. */
    Edge edge() {
        return firstByte ? Edge.FIRST_BYTE : Edge.LAST_BYTE;
    }
}
