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

/**
 * How a run is made of captures.
 *
 * @param directory of the run
 * @param identity of the run
 * @param product name and version of what measures
 * @param profile of limits
 * @param declared what the user says of the application
 * @param ticks which connections or datagrams are ticks; empty where they are to be found
 * @param payloads ticks of another protocol
 * @param quotes which FIX sessions are quotes, likewise
 * @param pairs the feed's pairs in the order of their ids, where the capture does not define them
 * @param names of pairs by what stands in messages for them
 * @param zeroSizeIsPrice whether a level of size 0 is a price like any other
 * @param edge which byte of a message has its time
 */
public record WirePlan(
        RunDirectory directory,
        UUID identity,
        String product,
        String profile,
        RunManifest.Declared declared,
        List<Selection> ticks,
        Optional<PayloadFlow.Declared> payloads,
        List<Selection> quotes,
        List<String> pairs,
        Map<String, String> names,
        boolean zeroSizeIsPrice,
        Edge edge) {
    /** Of an application of which the user says only how ids name ticks: all else is found. */
    public WirePlan(RunDirectory directory, Matching matching) {
        this(
                directory,
                UUID.randomUUID(),
                "t2q",
                "dev",
                new RunManifest.Declared(matching, ApplicationModel.UNKNOWN, new Conflation(Conflation.UNKNOWN, 0)),
                List.of(),
                Optional.empty(),
                List.of(),
                List.of(),
                Map.of(),
                false,
                Edge.LAST_BYTE);
    }
}
