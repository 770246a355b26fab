/** The local host as a host of a run. */
@NullMarked
package org.ticktoquote.harness.hosts.local;

import org.jspecify.annotations.NullMarked;
