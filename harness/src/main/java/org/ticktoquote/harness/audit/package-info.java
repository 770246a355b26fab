/** What the harness's own process adds to its self-audit: the host, and its JVM's log. */
@NullMarked
package org.ticktoquote.harness.audit;

import org.jspecify.annotations.NullMarked;
