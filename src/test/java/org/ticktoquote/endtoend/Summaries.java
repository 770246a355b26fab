package org.ticktoquote.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** {@code summary.json} as read by a script. */
record Summaries(JsonNode json) {
    static Summaries of(Path run) throws IOException {
        return new Summaries(json(run.resolve("summary.json")));
    }

    static JsonNode json(Path file) throws IOException {
        return new ObjectMapper().readTree(file.toFile());
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

    /** Returns the sum of the ticks x sessions with one of these outcomes. */
    long outcome(String... names) {
        return sum(json.path("tickOutcomes"), names);
    }

    static long sum(JsonNode counts, String... names) {
        return Stream.of(names).mapToLong(name -> counts.path(name).asLong()).sum();
    }

    long outcomes() {
        return json.path("tickOutcomes")
                .valueStream()
                .mapToLong(JsonNode::asLong)
                .sum();
    }

    long snapshots(String... names) {
        return sum(json.path("snapshotClasses"), names);
    }

    /** Returns a count of the price check of echoed ids. */
    long priceCheck(String name) {
        return json.path("model").path("priceCheck").path(name).asLong();
    }

    /** Asserts that prices of echoed ids were checked, and all are right. */
    void assertPricesOfIdsAreRight() {
        assertThat(priceCheck("looked")).isPositive();
        assertThat(priceCheck("mismatched")).isZero();
    }

    /** Returns the longest stall of t2q's own processes that was not injected. */
    long longestStallNs(Predicate<JsonNode> made) {
        return json.path("stalls")
                .valueStream()
                .filter(made.negate())
                .mapToLong(stall -> stall.path("lengthNs").asLong())
                .max()
                .orElse(0);
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
