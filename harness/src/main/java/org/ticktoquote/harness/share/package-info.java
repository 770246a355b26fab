/**
 * Share of the harness in a response, measured by a run against an application that answers at once, and cached per host and
 * load.
 */
@NullMarked
package org.ticktoquote.harness.share;

import org.jspecify.annotations.NullMarked;
