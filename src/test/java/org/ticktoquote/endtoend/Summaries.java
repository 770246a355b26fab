package org.ticktoquote.endtoend;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** {@code summary.json} as read by a script. */
record Summaries(JsonNode json) {
    static Summaries of(Path run) throws IOException {
        return new Summaries(
                new ObjectMapper().readTree(run.resolve("summary.json").toFile()));
    }

    String validity() {
        return json.path("validity").asText();
    }

    /** Returns the rules with the verdict, including those excused by a noisy machine. */
    List<String> rules(String verdict) {
        List<String> rules = new ArrayList<>();
        if (verdict.equals("FAILED")) {
            rules.addAll(json.path("excused").findValuesAsText("rule"));
        }
        json.path("reasons").forEach(reason -> {
            if (reason.path("verdict").asText().equals(verdict)) {
                rules.add(reason.path("rule").asText());
            }
        });
        return rules;
    }

    /** Returns the rules with any verdict. */
    List<String> rules() {
        return json.path("reasons").findValuesAsText("rule");
    }

    /** Returns the rules whose values are stated as limits. */
    List<String> limits() {
        return json.path("limits").findValuesAsText("rule");
    }

    /** Returns the figures of one session. */
    JsonNode session(int index) {
        return json.path("perSession").get(index);
    }

    long outcome(String name) {
        return json.path("tickOutcomes").path(name).asLong();
    }

    long outcomes() {
        long sum = 0;
        for (JsonNode count : json.path("tickOutcomes")) {
            sum += count.asLong();
        }
        return sum;
    }

    long snapshots(String name) {
        return json.path("snapshotClasses").path(name).asLong();
    }

    /** Returns a count of the price check of echoed ids. */
    long priceCheck(String name) {
        return json.path("model").path("priceCheck").path(name).asLong();
    }

    /** Returns the longest stall of t2q's own processes that was not injected. */
    long longestStallNs(Predicate<JsonNode> made) {
        long longestNs = 0;
        for (JsonNode stall : json.path("stalls")) {
            if (!made.test(stall)) {
                longestNs = Math.max(longestNs, stall.path("lengthNs").asLong());
            }
        }
        return longestNs;
    }

    long ticks() {
        return json.path("ticks").asLong();
    }

    long maxNs(String latency) {
        return json.path(latency).path("max").asLong();
    }

    boolean refusedMax(String latency) {
        return json.path(latency).path("max").isNull();
    }

    long percentileNs(String latency, String percentile) {
        return json.path(latency).path(percentile).path("high").asLong();
    }
}
