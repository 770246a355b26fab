package org.ticktoquote.host.pingpong;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ticktoquote.core.command.ExitStatus;
import org.ticktoquote.core.command.JsonProblem;
import org.ticktoquote.core.command.Problem;
import org.ticktoquote.core.command.UserPath;
import org.ticktoquote.core.file.JsonText;
import org.ticktoquote.core.file.OutputFile;
import org.ticktoquote.host.fingerprint.Fingerprint;

/**
 * Result of a ping-pong, as written to its file.
 *
 * @param formatVersion version of the file's format
 * @param startedAt ISO-8601 UTC
 * @param product name and version of t2q
 * @param transport {@code udp} or {@code tcp}
 * @param loop {@code open} or {@code closed}
 * @param ratePerSecond send rate of an open loop; 0 for a closed loop
 * @param server address
 * @param serverSays the server's description of itself
 * @param reception client's receive mode: {@code blocking}, {@code busy-poll} or {@code spin}
 * @param troubles settings that the client's system refused
 * @param passes one per size
 * @param host fingerprint of the client's host
 */
public record PingpongResult(
        int formatVersion,
        String startedAt,
        String product,
        String transport,
        String loop,
        int ratePerSecond,
        String server,
        String serverSays,
        String reception,
        List<String> troubles,
        List<PassResult> passes,
        Fingerprint host) {
    public static final int FORMAT_VERSION = 1;

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(SerializationFeature.INDENT_OUTPUT)
            .build();

    public PingpongResult {
        Stream.of(startedAt, product, transport, loop, server, serverSays, reception, troubles, passes, host)
                .forEach(field -> Objects.requireNonNull(field, "a field is missing"));
        troubles = List.copyOf(troubles);
        passes = List.copyOf(passes);
    }

    public String json() {
        return JsonText.of(JSON, this);
    }

    /** Reads a result file; rejects other files. */
    public static PingpongResult read(Path file) {
        try {
            @Nullable
            PingpongResult result = JSON.readValue(UserPath.input(file).toFile(), PingpongResult.class);
            if (result == null || result.formatVersion != FORMAT_VERSION) {
                throw Problem.of(file)
                        .expected("a result of t2q host pingpong, format version " + FORMAT_VERSION)
                        .exception(ExitStatus.BAD_INPUT);
            }
            return result;
        } catch (JsonProcessingException e) {
            throw Problem.of(file)
                    .fault("is not a result of t2q host pingpong: " + reason(e))
                    .exception(ExitStatus.BAD_INPUT, e);
        } catch (IOException e) {
            throw Problem.of(file).fault("cannot be read", e).exception(ExitStatus.BAD_INPUT, e);
        }
    }

    private static String reason(JsonProcessingException e) {
        return e.getCause() instanceof NullPointerException missing
                ? String.valueOf(missing.getMessage())
                : JsonProblem.of(e, null);
    }

    /** Creates or replaces the file. */
    public void write(OutputFile file) {
        file.write(json() + "\n");
    }
}
