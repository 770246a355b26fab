package org.ticktoquote.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ticktoquote.core.command.Secret;
import org.ticktoquote.core.control.ClientsOptions;
import org.ticktoquote.host.process.CommandText;

class WarningsTest {
    private static final RunPlan.Sessions CONNECTING = sessions(Optional.empty());

    private static RunPlan.Sessions sessions(Optional<String> accept) {
        return new RunPlan.Sessions(2, List.of(), Optional.empty(), accept, false, new ClientsOptions(), false);
    }

    private static List<String> warnings(String command) {
        return Secret.warnings("--app", CommandText.split(command));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "app --password hunter2",
                "app --password=hunter2",
                "app -Ddb.password=hunter2",
                "app -Djavax.net.ssl.keyStorePassword=hunter2",
                "app --api-key hunter2",
                "app --apikey=hunter2",
                "app API_KEY=hunter2",
                "app --auth-token hunter2",
                "app --clientSecret=hunter2",
                "app --db postgres://user:hunter2@db.example.com/prices",
                "app --spring.datasource.password=hunter2"
            })
    void namesPossibleSecretsWithoutTheirValues(String command) {
        assertThat(warnings(command))
                .singleElement()
                .asString()
                .startsWith("--app: ")
                .contains("looks like a secret", "environment variable")
                .doesNotContain("hunter2");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "app --port 1", "app --password-file /etc/app/password", "app --token-bucket 5",
                "app --password={run}", "app --use-token true", "app --password --port 1",
                "app --feed udp://127.0.0.1:40001", "app secret"
            })
    void warnsOfNothingWithoutASecret(String command) {
        assertThat(warnings(command)).isEmpty();
    }

    @Test
    void checksJvmFlagsToo() {
        assertThat(new ApplicationUnderTest.Own(
                                Path.of("java"), List.of("-Dtoken=t0ps3cret"), List.of("{java}", "{jvmArgs}"), 9876)
                        .warnings(CONNECTING))
                .singleElement()
                .asString()
                .startsWith("--jvm-args: the value of '-Dtoken' looks like a secret");
    }

    @Test
    void warnsIfTheApplicationIsNotGivenAPort() {
        assertThat(own("app", 0)).singleElement().asString().startsWith("--app: no {fixPort}");
        assertThat(own("app", 9876)).isEmpty();
        assertThat(own("--fix=0.0.0.0:{fixPort}", 0)).isEmpty();

        assertThat(connecting("app", "0")).singleElement().asString().startsWith("--app: no {acceptPort}");
        assertThat(connecting("app", "0.0.0.0:0")).singleElement().asString().contains("accept: 0.0.0.0:0");
        assertThat(connecting("app", "9001")).isEmpty();
        assertThat(connecting("--hub={acceptHost}:{acceptPort}", "0")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"udp://127.0.0.1:0", "tcp://127.0.0.1:0", "fix://[::1]:0/", "udp://127.0.0.1:0?if=lo"})
    void warnsIfTheApplicationIsNotGivenTheFeed(String feed) {
        assertThat(feedUnknown(feed, "--fix={fixPort}"))
                .singleElement()
                .asString()
                .isEqualTo("--app: no {feed}, but --feed " + feed
                        + " selects a free port: the application cannot know the address of its market data");
        assertThat(feedUnknown(feed, "--md={feed}")).isEmpty();
        assertThat(feedUnknown(feed, "{feedHost}:{feedPort}")).isEmpty();
        assertThat(feedUnknown(feed, "--a={venue.A.port}")).isEmpty();
        assertThat(feedUnknown(feed.replace(":0", ":9001"), "app")).isEmpty();
    }

    private static ApplicationUnderTest application(String argument, int fixPort) {
        return new ApplicationUnderTest.Own(Path.of("java"), List.of(), List.of(argument), fixPort);
    }

    private static List<String> feedUnknown(String feed, String argument) {
        return application(argument, 0).feedUnknown(feed);
    }

    private static List<String> connecting(String argument, String accept) {
        return application(argument, 0).warnings(sessions(Optional.of(accept)));
    }

    private static List<String> own(String argument, int fixPort) {
        return application(argument, fixPort).warnings(CONNECTING);
    }
}
