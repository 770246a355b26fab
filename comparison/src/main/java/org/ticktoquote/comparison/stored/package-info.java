/** Runs and matrices on disk: listing, the link to the newest, and removal. */
@NullMarked
package org.ticktoquote.comparison.stored;

import org.jspecify.annotations.NullMarked;
