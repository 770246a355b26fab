package org.ticktoquote.host.sampling;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.List;
import java.util.function.Consumer;
import org.ticktoquote.core.evidence.EvidenceLine;
import org.ticktoquote.core.evidence.HostSample;
import org.ticktoquote.core.evidence.NetworkSample;
import org.ticktoquote.core.file.JsonBuffer;

/** Parses the output of samplers. */
final class Written {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private Written() {}

    static EvidenceLine line(Consumer<JsonBuffer> parts) {
        JsonBuffer line = new JsonBuffer().begin('{').field("fromNs", 0).field("toNs", 0);
        parts.accept(line);
        try {
            return JSON.readValue(line.end('}').toString(), EvidenceLine.class);
        } catch (JsonProcessingException e) {
            throw new AssertionError(line.toString(), e);
        }
    }

    /** Returns the elements that a sampler adds to an array of a line. */
    static EvidenceLine line(String name, Consumer<JsonBuffer> sampler) {
        JsonBuffer elements = new JsonBuffer();
        sampler.accept(elements);
        return line(line -> line.array(name, elements));
    }

    static List<HostSample> drain(HostSampler sampler) {
        return line(sampler::drain).host();
    }

    static List<NetworkSample> drain(NetworkSampler sampler) {
        return line(sampler::drain).network();
    }
}
