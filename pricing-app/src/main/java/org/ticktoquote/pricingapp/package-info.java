/** A realistic pricing application: the default system under test. */
@NullMarked
package org.ticktoquote.pricingapp;

import org.jspecify.annotations.NullMarked;
