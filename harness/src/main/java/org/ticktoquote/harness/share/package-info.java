/** What the harness itself adds: a run against an application that answers at once, kept per host and load. */
@NullMarked
package org.ticktoquote.harness.share;

import org.jspecify.annotations.NullMarked;
